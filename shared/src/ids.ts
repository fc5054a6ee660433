import { v5 } from 'uuid';

const OPERATION_ID = /^[A-Za-z0-9-]{8,64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isOperationId(value: string): boolean {
  return OPERATION_ID.test(value);
}

/**
 * True for any 128 bits in the usual form, as PostgreSQL's `uuid` accepts them. The `uuid` package accepts RFC 9562's versions
 * and variant only, and Amazon Cognito's `sub` has another variant (https://github.com/uuidjs/uuid/issues/936).
 */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * The id of the row that an operation creates. Client and server compute the same id, so a pending row and the event that
 * confirms it are one row, and other clients never receive an operation id.
 * @param sub the author's id at the identity provider, a UUID
 */
export function rowIdOf(sub: string, operationId: string): string {
  return v5(operationId, bytesOf(sub));
}

/** `v5` refuses the text of a Cognito `sub` but accepts its bytes. */
function bytesOf(uuid: string): Uint8Array {
  const digits = uuid.replaceAll('-', '');
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
