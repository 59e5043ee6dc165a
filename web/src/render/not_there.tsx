// SPDX-License-Identifier: Apache-2.0
// A link may be older than the run it leads to.

export function NotThere(props: { what: string; name: string }) {
  return (
    <p class="warning" role="alert">
      This run has no {props.what} “{props.name}”.
    </p>
  );
}
