import { defineApp } from '@gatehouse/vite/define-app'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin } from 'vite'

/** One chunk for what the board loads first. What later parts share with it would be chunks of their own otherwise. */
const oneFirstChunk: Plugin = {
  name: 'gatehouse:one-first-chunk',
  config: () => ({
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  }),
}

export default defineApp({
  name: 'board',
  folder: import.meta.dirname,
  plugins: [
    oneFirstChunk,
    tanstackRouter({
      target: 'react',
      // The board is one screen. Two chunks would compress worse than one.
      autoCodeSplitting: false,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
