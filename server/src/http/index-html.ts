import { CLIENT_CONFIG_ID, type ClientConfig } from '@cruddur/shared';

/** The built page with the serving program's settings in it: a block of data, which no browser runs. */
export function withClientConfig(html: string, config: Partial<ClientConfig>): string {
  const block = `<script type="application/json" id="${CLIENT_CONFIG_ID}">${escaped(config)}</script>`;
  // A function, because in a text `$&` would mean something.
  return html.replace(/<head[^>]*>/i, (head) => `${head}\n    ${block}`);
}

/** JSON in which nothing can end the block. */
function escaped(config: Partial<ClientConfig>): string {
  return JSON.stringify(config).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
