/** A text is prepared once it is known to be executed repeatedly. */
const PREPARED_AT = 5;
/** Bounds the plans that each connection keeps. */
const NAMES_MAX = 200;
/** Bounds the memory for texts with lists of any length, which are executed rarely. */
const COUNTED_MAX = 1000;

/** @returns the name under which a connection prepares a text; undefined for a text that is not prepared */
export type NameStatement = (text: string, parameters: readonly unknown[]) => string | undefined;

/**
 * Names the frequent SQL texts, so that PostgreSQL parses and plans each once per connection. The most frequent texts are the first
 * to get one of the names; later ones are executed without. Texts without parameters, such as `begin`, use the simple protocol,
 * which is cheaper.
 */
export function createStatementNames(): NameStatement {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  return (text, parameters) => {
    if (parameters.length === 0) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size === NAMES_MAX) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < PREPARED_AT) {
      if (counts.size === COUNTED_MAX) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
