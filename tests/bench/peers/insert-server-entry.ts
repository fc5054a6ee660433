/** The process behind `measureInsertServer`: a server that does nothing but insert one row for each POST. */
import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const DAY_MS = 86_400_000;
const INSERT = {
  name: 'insert',
  text: 'insert into plain_cruds (uuid, author, message, created_at, expires_at) values ($1, $2, $3, $4, $5)',
};
const AUTHOR = '00000000-0000-4000-8000-000000000000';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => void insertRow(Buffer.concat(chunks), response));
});
// The bench has ended, however it did.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

async function insertRow(body: Buffer, response: ServerResponse): Promise<void> {
  const { message } = JSON.parse(body.toString()) as { message: string };
  const uuid = randomUUID();
  const created_at = new Date();
  const expires_at = new Date(created_at.getTime() + 7 * DAY_MS);
  await pool.query({ ...INSERT, values: [uuid, AUTHOR, message, created_at, expires_at] });
  const answer = JSON.stringify({ uuid, message, created_at, expires_at });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
}
