import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineApp } from '@gatehouse/vite/define-app'

/** What stands around every step, and the details themselves, come with the first script; the other steps follow. */
const first = new Set<string>(['__root__', '/$methodKey', '/$methodKey/'])

export default defineApp({
  name: 'guest',
  port: 50_011,
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
  ],
})
