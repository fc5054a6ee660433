import { parseArgs } from 'node:util';
import { operatorCommand, type OperatorCommand } from '../domain/moderation/operator-request.ts';
import { StartupError } from '../config/startup-error.ts';

/** What each command is followed by. */
const USAGES: Record<OperatorCommand['name'], string> = {
  list: '[--page NUMBER]',
  show: 'REPORT',
  close: 'REPORT --reason TEXT',
  burn: 'REPORT|CRUD --reason TEXT',
  'end-sessions': '@HANDLE --reason TEXT',
  suspend: '@HANDLE --until DATE|--for-good --reason TEXT',
  lift: '@HANDLE --reason TEXT',
  clear: '@HANDLE --part name|bio|picture --reason TEXT',
};

/** What `--help` prints. */
export const OPERATE_USAGE = ['Usage: npm run operate -- COMMAND [--json], with one of these commands:']
  .concat(Object.entries(USAGES).map(([name, words]) => `  ${name} ${words}`.trimEnd()))
  .join('\n');

export interface ParsedCommand {
  command: OperatorCommand;
  json: boolean;
}

/** @throws StartupError in one line that says how the command is written */
export function parseCommand(args: string[]): ParsedCommand {
  const { values, positionals } = readWords(args);
  const [name = '', subject, ...others] = positionals;
  if (!isCommandName(name))
    throw new StartupError(`Usage: npm run operate -- ${Object.keys(USAGES).join('|')} … [--json]`);
  const { json = false, 'for-good': isForGood = false, ...options } = values;
  const end = isForGood ? { until: null } : {};
  const parsed = operatorCommand.safeParse({ name, ...subjectOf(name, subject), ...options, ...end });
  const hasTwoEnds = isForGood && options.until !== undefined;
  if (!parsed.success || others.length > 0 || hasTwoEnds) {
    const usage = `${name} ${USAGES[name]}`.trim();
    throw new StartupError(`Usage: npm run operate -- ${usage} [--json]`);
  }
  return { command: parsed.data, json };
}

function readWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        until: { type: 'string' },
        page: { type: 'string' },
        part: { type: 'string' },
        'for-good': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    // After its first sentence, Node explains how to pass positional arguments.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new StartupError(`${reason}.`, { cause: error });
  }
}

const isCommandName = (name: string): name is OperatorCommand['name'] => Object.hasOwn(USAGES, name);

/** The word after the command, under the name that the command has for it. */
function subjectOf(name: OperatorCommand['name'], subject: string | undefined): Record<string, unknown> {
  switch (name) {
    case 'list':
      return subject === undefined ? {} : { unexpected: subject };
    case 'show':
    case 'close':
      return { report: subject };
    case 'burn':
      return { uuid: subject };
    case 'end-sessions':
    case 'suspend':
    case 'lift':
    case 'clear':
      return { handle: subject };
  }
}
