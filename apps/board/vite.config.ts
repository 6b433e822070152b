import { defineApp } from '@gatehouse/vite/define-app'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/**
 * One chunk for the board's first load. Otherwise modules shared with later parts would be chunks
 * of their own.
 */
const oneFirstChunk: Plugin = {
  name: 'gatehouse:one-first-chunk',
  config: () => ({
    build: {
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
    },
  }),
}

/**
 * Inlines `ask-first.js` into the page, which runs before the app's script. The API allows it by
 * its hash.
 */
const askFirst: Plugin = {
  name: 'gatehouse:ask-first',
  apply: 'build',
  transformIndexHtml() {
    const file = 'ask-first.js'
    const { code } = minifySync(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    return [{ tag: 'script', children: code.trim(), injectTo: 'head-prepend' }]
  },
}

export default defineApp({
  name: 'board',
  folder: import.meta.dirname,
  plugins: [
    oneFirstChunk,
    askFirst,
    tanstackRouter({
      target: 'react',
      // The board is one screen. Two chunks would compress worse than one.
      autoCodeSplitting: false,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
