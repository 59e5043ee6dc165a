// SPDX-License-Identifier: Apache-2.0
// A link can name something that this run does not have, for example when it was made for another run.

export function NotFound(props: { what: string; name: string }) {
  return (
    <p class="warning" role="alert">
      This run has no {props.what} “{props.name}”.
    </p>
  );
}
