import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineApp } from '@gatehouse/vite/define-app'

export default defineApp({
  name: 'guest',
  port: 50_011,
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
