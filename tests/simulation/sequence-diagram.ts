/** Ticks and heads, of which a schedule has hundreds, would hide what happened. */
const QUIET = /( tick| timer| heads| heads answers| revocations.*| bus heartbeat| immediate| purge)$/;
const LINES_MAX = 120;
const TEXT_MAX = 70;

/**
 * The end of a trace as a sequence diagram in Mermaid's language: an arrow for each message that names its sender, a note for
 * everything else.
 * @param trace lines of time, host and label
 */
export function toSequenceDiagram(trace: readonly string[]): string {
  const steps = trace.flatMap(readStep).slice(-LINES_MAX);
  const hosts = [...new Set(steps.map(({ host }) => host))];
  const idOf = (host: string) => `h${hosts.indexOf(host)}`;
  const lines = steps.map(({ at, host, text }) => {
    const sender = hosts.find((other) => other !== host && text.startsWith(`hears ${other} `));
    const label = `${at} ${sender ? text.slice(`hears ${sender} `.length) : text}`;
    return sender
      ? `  ${idOf(sender)}->>${idOf(host)}: ${escapeText(label)}`
      : `  Note over ${idOf(host)}: ${escapeText(label)}`;
  });
  return ['sequenceDiagram', ...hosts.map((host) => `  participant ${idOf(host)} as ${host}`), ...lines].join(
    '\n',
  );
}

const LINE = /^(\d+)\.\d+ (store|gateway \w|tab \d+ of \w+) (.*)$/;

function readStep(line: string): { at: string; host: string; text: string }[] {
  const match = LINE.exec(line);
  if (!match || QUIET.test(line)) return [];
  const [, at = '', host = '', text = ''] = match;
  return [{ at, host, text }];
}

/** Mermaid ends a message at a semicolon, and reads a hash as an entity. */
const escapeText = (text: string) => text.slice(0, TEXT_MAX).replace(/[;#{}"]/g, ' ');
