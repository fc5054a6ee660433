import { requireOpenFiles } from './open-files.ts';

// The entry point of `npm run backup`.
requireOpenFiles();
await import('./backup-main.ts');
