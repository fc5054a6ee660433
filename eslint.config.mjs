import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The methods that write the query cache. */
const CACHE_WRITERS = [
  'setQueryData',
  'setQueriesData',
  'invalidateQueries',
  'refetchQueries',
  'removeQueries',
  'resetQueries',
  'cancelQueries',
  'getQueryCache',
];
const CACHE_MESSAGE = 'client/src/cache is the only writer of the query cache: add a named function there.';

export default defineConfig(
  { ignores: ['**/dist/', '**/.types/', '**/.data/', '**/.cache/'] },
  js.configs.recommended,
  { files: ['**/*.mjs'], languageOptions: { globals: globals.node } },
  { files: ['client/src/ssr/before-paint.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': 'off',
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-empty-object-type': 'error',
    },
  },
  { files: ['client/src/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['client/src/cache/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...CACHE_WRITERS.map((property) => ({ property, message: CACHE_MESSAGE })),
        { object: 'client', property: 'clear', message: CACHE_MESSAGE },
      ],
    },
  },
  { files: ['tests/**/*.ts'], rules: { '@typescript-eslint/max-params': ['error', { max: 4 }] } },
);
