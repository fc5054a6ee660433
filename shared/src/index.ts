/** THE CONTRACT: all that the two programs know of each other. Browser-safe. */
export * from './addresses.ts';
export * from './client-config.ts';
export * from './cursor.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './paging.ts';
export * from './route-table.ts';
export * from './routes.ts';
export { REASONS } from './schemas/activity.ts';
export type * from './schemas/activity.ts';
export * from './schemas/event.ts';
export type * from './schemas/message.ts';
export type * from './schemas/person.ts';
export type * from './schemas/sync.ts';
export * from './text.ts';
export * from './time.ts';
