import * as z from 'zod';
import { PROFILE_PARTS } from '../users/ports.ts';

const name = z.string().min(1).max(100);
const uuid = z.guid().transform((id) => id.toLowerCase());
const handle = z.string().transform((text) => text.replace(/^@/, '').toLowerCase());
/** A day, which begins at midnight UTC, or a time; as it is stored. */
const date = z.union([z.iso.date(), z.iso.datetime()]).transform((text) => new Date(text).toISOString());
/** Why an operator does something, for the table of actions. */
const reason = z.string().trim().min(1).max(1000);

/** The commands of `npm run operate`; each change has a written reason. */
export const operatorCommand = z.discriminatedUnion('name', [
  /** The first page if none is given. */
  z.strictObject({ name: z.literal('list'), page: z.optional(z.coerce.number().int().min(1).max(100_000)) }),
  z.strictObject({ name: z.literal('show'), report: uuid }),
  z.strictObject({ name: z.literal('close'), report: uuid, reason }),
  /** A crud, or a report about a crud or a message. */
  z.strictObject({ name: z.literal('burn'), uuid, reason }),
  z.strictObject({ name: z.literal('end-sessions'), handle, reason }),
  /** `until` is null for good. */
  z.strictObject({ name: z.literal('suspend'), handle, until: z.nullable(date), reason }),
  z.strictObject({ name: z.literal('lift'), handle, reason }),
  z.strictObject({ name: z.literal('clear'), handle, part: z.enum(PROFILE_PARTS), reason }),
]);
export type OperatorCommand = z.infer<typeof operatorCommand>;
export type CommandOf<N extends OperatorCommand['name']> = Extract<OperatorCommand, { name: N }>;

/** `operator`: the operator's name on the machine that runs the command. */
export const operatorRequest = z.object({ operator: name, command: operatorCommand });
export type OperatorRequest = z.infer<typeof operatorRequest>;

const time = z.string();
const subject = { kind: z.enum(['crud', 'message', 'person']), uuid: z.string(), handle: z.string() };

/** What a command prints, and with `--json` the whole output. */
export const operatorAnswer = z.union([
  z.object({ fault: z.string() }),
  z.object({
    page: z.number(),
    pages: z.number(),
    cases: z.array(
      z.object({
        id: z.string(),
        ...subject,
        reasons: z.array(z.string()),
        reports: z.number(),
        since: time,
      }),
    ),
  }),
  z.object({
    id: z.string(),
    ...subject,
    reports: z.array(
      z.object({
        uuid: z.string(),
        reporter: z.string(),
        reason: z.string(),
        at: time,
        /** Null without a note, or when it is erased. */
        note: z.nullable(z.string()),
        /** Null when it is erased. */
        text: z.nullable(z.string()),
      }),
    ),
  }),
  z.object({ done: z.string() }),
]);
export type OperatorAnswer = z.infer<typeof operatorAnswer>;
