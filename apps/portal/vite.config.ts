import { defineApp } from '@gatehouse/vite/define-app'
import locales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'

/** What the login does without: the editors with React Hook Form, overlays, the endpoints of other pages, the parts of lists. */
const notForLogin =
  /\/ui\/src\/aria\/|\/lib\/forms\/(?:form|use-schema)|\/lib\/list\/|\/features\/sign-in-methods\/|\/endpoints\/|\/lib\/failure|\/core\/(?:badge|checkbox-input|status-icon|visually)/

/**
 * All that every page begins with is one file, and what most pages share is another: many small files are compressed worse, and
 * each costs its headers. The login loads both.
 */
const fewerFiles: Plugin = {
  name: 'gatehouse:fewer-files',
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 2 },
              {
                name: 'common',
                test: (id: string) => !/node_modules|\.po$/.test(id) && !notForLogin.test(id),
                minShareCount: 5,
                priority: 1,
              },
            ],
          },
        },
      },
    },
  }),
}

export default defineApp({
  name: 'portal',
  folder: import.meta.dirname,
  plugins: [
    fewerFiles,
    { ...locales.vite({ locales: ['en-US', 'en-AU', 'es-ES'] }), enforce: 'pre' },
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A loader comes with its page: what one list declares costs the login nothing.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent']],
      },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
