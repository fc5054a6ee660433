import type { Plugin } from 'vite';

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/]/;
const DISPLAY_NAME = /^ *\w+\.displayName = [^;\n]+;$/gm;

const COMPONENT_FACTORY = /(?<== )(?=React\d*\.(?:forwardRef|createContext|memo)\()/g;

/**
 * Lets the bundler leave out the router's components that nobody uses: it is told that making one changes nothing, and
 * what names one for developer tools is taken off.
 */
export function pureComponents(): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: ROUTER, code: 'displayName' },
      // Lines stay lines, so that a source map still fits.
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(COMPONENT_FACTORY, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
