import type { Plugin } from 'vite';

/** Resolves the router to its production files: its package exports the development ones. */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
      },
    },
  };
}

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/]/;
const DISPLAY_NAME = /^ *\w+\.displayName = [^;\n]+;$/gm;
const COMPONENT_FACTORY = /(?<== )(?=React\d*\.(?:forwardRef|createContext|memo)\()/g;

/** Lets the bundler drop unused components of the router: marks their creation as pure, and removes their display names. */
export function pureComponents(): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: ROUTER, code: 'displayName' },
      // Line breaks stay, so that source maps remain valid.
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(COMPONENT_FACTORY, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
