import { requireOpenFiles } from './open-files.ts';

// The entry point of `npm run migrate`.
requireOpenFiles();
await import('./migrate-main.ts');
