import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'
import { defineApp } from '@gatehouse/vite/define-app'
import { inlineHead } from './inline-head-plugin.ts'
import { withoutPhoneFormats } from './phone-metadata-plugin.ts'

/**
 * The routes in the first chunk: the layout and the details. The other steps are loaded after the
 * first render.
 */
const firstRoutes = new Set<string>(['__root__', '/$methodKey', '/$methodKey/'])

const ownChunks = /libphonenumber|phone-numbers|\.po$/
/** Modules that only kiosks load. */
const kioskOnly =
  /check-in[\\/]kiosk[\\/]|methodKey[\\/](?:welcome|signout|stored)\.tsx|core[\\/]dialog\.|catalogues[\\/]kiosk/

/** Modules that a pass loads after it is shown, and in a muster. */
const musterOnly = /check-in[\\/]muster[\\/]/
/** Modules that are loaded only if a method asks for a host. */
const ofHosts = /check-in[\\/]host-(?:answer|field|texts)\.|catalogues[\\/]guest-hosts/
const isLater = (id: string) =>
  [ownChunks, kioskOnly, musterOnly, ofHosts].every((pattern) => !pattern.test(id))

/**
 * `vite build` builds the app. `vite build --ssr` builds `render-first-step`, which the API
 * imports.
 */
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
            // The server keeps the source in memory.
            minify: true,
          },
          ssr: { noExternal: true },
          define: { 'process.env.NODE_ENV': '"production"' },
        }
      : {
          build: {
            rolldownOptions: {
              // Class fields need helpers unless they are assigned.
              transform: { target: 'es2021', assumptions: { setPublicClassFields: true } },
              output: {
                // One chunk for the first screen and one for all others, because each request has
                // its own cost. The phone library, the catalogues and the parts for some methods
                // only are separate chunks.
                codeSplitting: {
                  groups: [
                    { name: 'first', tags: ['$initial'], priority: 3 },
                    { name: 'later', test: isLater, priority: 2 },
                    { name: 'hosts', test: (id) => ofHosts.test(id), priority: 1 },
                    { name: 'kiosk', test: (id) => kioskOnly.test(id), priority: 1 },
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
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (firstRoutes.has(routeId) ? [] : [['component']]),
      },
    }),
    inlineHead(),
    withoutPhoneFormats(),
    twoBuilds,
  ],
})
