import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { blockedPerson, blockState } from './schemas/block.ts';

/** The calls about blocked people. */
export const blockRoutes = {
  blockedPeople: {
    ...endpoints.blockedPeople,
    summary: 'List the people whom the viewer has blocked, latest first',
    access: 'person',
    budget: 'read',
    output: z.array(blockedPerson),
    errors: [],
  },
  blockPerson: {
    ...endpoints.blockPerson,
    summary: 'Block a person, who and whose cruds are then hidden from the viewer, and the viewer from them',
    access: 'person',
    budget: 'write',
    output: blockState,
    errors: ['user_not_found', 'generic_403', 'generic_413'],
  },
  unblockPerson: {
    ...endpoints.unblockPerson,
    summary: 'Take back a block of the viewer',
    access: 'person',
    budget: 'write',
    output: blockState,
    errors: ['user_not_found'],
  },
} as const satisfies Record<string, RouteShape>;
