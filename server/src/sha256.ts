import { createHash } from 'node:crypto';
import type { Sha256 } from './domain/ports.ts';

export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest();
