// SPDX-License-Identifier: Apache-2.0
// Installs npm from its registry: one archive, where Debian's package of it brings 335 others.
//
//     node install_npm.mjs FOLDER       npm is FOLDER/bin/npm-cli.js afterwards
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const version = '10.8.2';
const integrity = 'x/AIjFIKRllrhcb48dqUNAAZl0ig9+qMuN91RpZo3Cb2+zuibfh+KISl6+kVVyktDz230JKc208UkQwwMqyB+w==';
const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org').replace(/\/$/, '');
const address = `${registry}/npm/-/npm-${version}.tgz`;

function stop(what) {
  console.error(`cannot install npm from ${address}: ${what}\nInstall npm 9 or newer yourself, then run scripts/setup again.`);
  process.exit(1);
}

const answer = await fetch(address).catch((e) => stop(e.cause?.message ?? e.message));
if (!answer.ok) stop(`the registry answers ${answer.status}`);
const archive = Buffer.from(await answer.arrayBuffer());
if (createHash('sha512').update(archive).digest('base64') !== integrity) stop('its checksum is not the expected one');
mkdirSync(process.argv[2], { recursive: true });
const unpacked = spawnSync('tar', ['-xz', '--strip-components=1', '-C', process.argv[2]], { input: archive });
if (unpacked.status !== 0) stop(String(unpacked.stderr ?? unpacked.error));
