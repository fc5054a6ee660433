import type { Person } from '../person.ts';

/** Nobody real. */
export const ines: Person = {
  handle: 'inesvarga',
  display_name: 'Ines Varga',
  cognito_id: '0b5c1e0e-7c2a-4c0f-9b0e-3f1f6d3c8a11',
};
export const EMAIL = 'ines@example.com';
export const PASSWORD = 'a long enough password';
export const CODE = '123456';
