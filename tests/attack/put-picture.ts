import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface PictureUpload {
  /** The signed address, at any gateway. */
  url: URL;
  bytes: Buffer;
  /** The duration of the body, in milliseconds; 0 sends as fast as it is read. */
  overMs: number;
}

export interface UploadAnswer {
  /** 0: the connection was cut before an answer came. */
  status: number;
  body: string;
  retryAfter: string | undefined;
}

const PIECE = 64 * 1024;

/** One PUT of a PNG over its own connection. It stops sending when it is answered. */
export function putPicture({ url, bytes, overMs }: PictureUpload): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    let isOver = false;
    const finish = (answer: UploadAnswer) => {
      isOver = true;
      resolve(answer);
    };
    const headers = { 'content-type': 'image/png', 'content-length': bytes.length };
    const put = request(url, { method: 'PUT', agent: false, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      const retryAfter = answer.headers['retry-after'];
      // The gateway may cut the rest of the upload once it has answered.
      answer.once('close', () => finish({ status: answer.statusCode ?? 0, body, retryAfter }));
    });
    put.on('error', () => finish({ status: 0, body: '', retryAfter: undefined }));
    if (overMs === 0) put.end(bytes);
    else void sendSlowly();

    async function sendSlowly(): Promise<void> {
      const pieces = Math.ceil(bytes.length / PIECE);
      for (let n = 0; n < pieces && !isOver; n += 1) {
        put.write(bytes.subarray(n * PIECE, (n + 1) * PIECE));
        await pause(overMs / pieces);
      }
      if (!isOver) put.end();
    }
  });
}
