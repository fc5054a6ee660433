import { z } from 'zod';
import type { Caller, PoolContext } from './context.ts';
import { invalidParameter, PoolError } from './errors.ts';
import { CLIENT_ID } from './names.ts';

/** One operation of the wire protocol: validates the request's body and returns the answer's body. */
export type Operation = (body: unknown, context: PoolContext, caller: Caller) => Promise<object>;

/** Defines an operation. Malformed bodies and other client ids are refused with Cognito's errors. */
export function defineOperation<Input extends object>(
  schema: z.ZodType<Input>,
  run: (input: Input, context: PoolContext, caller: Caller) => Promise<object>,
): Operation {
  return async (body, context, caller) => {
    const parsed = parse(schema, body);
    if (!parsed.success) throw toPoolError(parsed.error, body);
    const input = parsed.data;
    if ('ClientId' in input && input.ClientId !== CLIENT_ID) {
      throw new PoolError(
        'ResourceNotFoundException',
        `User pool client ${String(input.ClientId)} does not exist.`,
      );
    }
    return run(input, context, caller);
  };
}

/**
 * Zod reads the `length` of a value before its type, and throws a TypeError when it cannot be compared with a number, as in
 * `{"length":{"toString":1}}`.
 */
function parse<Input>(schema: z.ZodType<Input>, body: unknown): z.ZodSafeParseResult<Input> {
  try {
    return schema.safeParse(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new PoolError('SerializationException', 'A value has the wrong type.');
  }
}

function toPoolError(error: z.ZodError, body: unknown): PoolError {
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const name = path.map((key, index) => (index === 0 ? lowerFirst(String(key)) : String(key))).join('.');
  if (isMissing(body, path)) {
    return invalidParameter(
      `1 validation error detected: Value null at '${name}' failed to satisfy constraint: Member must not be null`,
    );
  }
  if (issue?.code === 'invalid_type') {
    return new PoolError(
      'SerializationException',
      `Value at '${name}' has the wrong type: ${issue.expected} expected`,
    );
  }
  return invalidParameter(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: ${issue?.message ?? 'not valid'}`,
  );
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value === undefined || value === null;
}
