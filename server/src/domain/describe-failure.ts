/** The loggable facts of a failure, without the values that a database or a parser quotes in its message. */
export function describeFailure(failure: unknown): Record<string, unknown> {
  if (!(failure instanceof Error)) return { kind: typeof failure };
  const isDatabase = 'severity' in failure || 'sqlState' in failure;
  return {
    kind: failure.name,
    ...(!isDatabase && { reason: failure.message }),
    ...('code' in failure && { code: failure.code }),
    ...(isDatabase && 'constraint' in failure && { constraint: failure.constraint }),
    frames: framesOf(failure),
    ...(failure.cause !== undefined && { cause: describeFailure(failure.cause) }),
  };
}

function framesOf({ stack = '' }: Error): string[] {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, 8).map((line) => line.trim());
}
