import { defineApp } from '@gatehouse/vite/define-app'
import { tanstackRouter } from '@tanstack/router-plugin/vite'

export default defineApp({
  name: 'board',
  folder: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
