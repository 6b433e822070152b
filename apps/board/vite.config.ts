import { defineApp } from '@gatehouse/vite/define-app'
import { tanstackRouter } from '@tanstack/router-plugin/vite'

export default defineApp({
  name: 'board',
  folder: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      // The board is one screen. Two chunks would compress worse than one.
      autoCodeSplitting: false,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
