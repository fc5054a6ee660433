/** A script element with JSON that no browser runs and that no text in it can close. */
export function renderDataBlock(id: string, data: unknown): string {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `<script type="application/json" id="${id}">${json}</script>`;
}
