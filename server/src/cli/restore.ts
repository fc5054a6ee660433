import { requireOpenFiles } from './open-files.ts';

// The entry point of `npm run restore`.
requireOpenFiles();
await import('./restore-main.ts');
