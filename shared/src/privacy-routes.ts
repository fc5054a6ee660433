import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { privacyChange, privacySettings } from './schemas/privacy.ts';

/** The calls about privacy settings. */
export const privacyRoutes = {
  privacySettings: {
    ...endpoints.privacySettings,
    summary: 'Get what the viewer shares with the other members of conversations, and sees of them',
    access: 'person',
    budget: 'read',
    output: privacySettings,
    errors: [],
  },
  changePrivacySettings: {
    ...endpoints.changePrivacySettings,
    summary: 'Change some of the viewer’s privacy settings',
    access: 'person',
    budget: 'write',
    body: privacyChange,
    output: privacySettings,
    errors: [],
  },
} as const satisfies Record<string, RouteShape>;
