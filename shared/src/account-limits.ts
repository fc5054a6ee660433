/** The limits of a person's own data. A file of its own, which the client loads with the settings and not with its first chunk. */

/** Exports by one person in 24 hours, broken ones included. */
export const EXPORTS_PER_DAY = 3;
/** The latest used sessions that are listed. */
export const SESSIONS_LISTED_MAX = 100;
/** The version of the export's form; a change that readers have to know of increases it. */
export const EXPORT_VERSION = 1;
/** The last characters of a complete export. */
export const EXPORT_END = '"complete":true}\n';

/** `cruddur-ann-2026-11-24.json` */
export function exportFileName(handle: string, at: Date): string {
  return `cruddur-${handle}-${at.toISOString().slice(0, 10)}.json`;
}
