import { v5 } from 'uuid';

const OPERATION_ID = /^[A-Za-z0-9-]{8,64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isOperationId(value: string): boolean {
  return OPERATION_ID.test(value);
}

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * The id of the row that an operation makes. Client and server compute the same one, so a pending row and the event that
 * confirms it are one row, and no operation id travels to others.
 * @param sub the author's id at the identity provider, a UUID
 */
export function rowIdOf(sub: string, operationId: string): string {
  return v5(operationId, sub);
}
