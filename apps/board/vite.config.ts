import { defineApp } from '@gatehouse/vite/define-app'
import { tanstackRouter } from '@tanstack/router-plugin/vite'

export default defineApp({
  name: 'board',
  folder: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      // It is one screen: in two files it would be compressed worse.
      autoCodeSplitting: false,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
