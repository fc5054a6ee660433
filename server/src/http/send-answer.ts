import { formatStreamCursors, PAGE_SIZE } from '@cruddur/shared';
import type { Request, Response } from 'express';
import type { Answer } from '../domain/use-case.ts';

/** Sends 200 and JSON, with the snapshot's cursors and the address of the next page. */
export function sendAnswer(request: Request, response: Response, answer: Answer<unknown>): void {
  if (answer.cursors) response.set('X-Cursor', formatStreamCursors(answer.cursors));
  if (answer.next !== undefined) response.set('Link', `<${nextAddress(request, answer.next)}>; rel="next"`);
  if (answer.encoded === undefined) response.json(answer.data);
  else response.type('json').send(answer.encoded);
}

function nextAddress(request: Request, before: string): string {
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://here');
  const limit = searchParams.get('limit') ?? String(PAGE_SIZE);
  searchParams.delete('limit');
  searchParams.set('before', before);
  searchParams.set('limit', limit);
  return `${pathname}?${searchParams.toString()}`;
}
