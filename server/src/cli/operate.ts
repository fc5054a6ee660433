import { requireOpenFiles } from './open-files.ts';

// The entry point of `npm run operate`.
requireOpenFiles();
await import('./operate-main.ts');
