import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'
import { defineApp } from '@gatehouse/vite/define-app'
import { earlyScript } from './early-script.ts'

/** What stands around every step, and the details themselves, come with the first script; the other steps follow. */
const first = new Set<string>(['__root__', '/$methodKey', '/$methodKey/'])

/** `vite build` makes the app, `vite build --ssr` the writer of its first step, which the server imports. */
const twoBuilds: Plugin = {
  name: 'gatehouse:two-builds',
  config: (_, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            ssr: 'src/render-first-step.tsx',
            outDir: `${import.meta.dirname}/dist/.server`,
            manifest: false,
            target: 'node26',
            minify: false,
          },
          ssr: { noExternal: true },
          define: { 'process.env.NODE_ENV': '"production"' },
        }
      : {
          build: {
            rolldownOptions: {
              output: {
                // All that the first screen needs is one file, and all the other screens are another: each file costs its headers.
                // The library of phone numbers and the languages stay apart.
                codeSplitting: {
                  groups: [
                    { name: 'first', tags: ['$initial'], priority: 2 },
                    {
                      name: 'later',
                      test: (id) => !/libphonenumber|phone-numbers|\.po$/.test(id),
                      priority: 1,
                    },
                  ],
                },
              },
            },
          },
        },
}

export default defineApp({
  name: 'guest',
  folder: import.meta.dirname,
  withoutLayers: true,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (first.has(routeId) ? [] : [['component']]) },
    }),
    earlyScript(),
    twoBuilds,
  ],
})
