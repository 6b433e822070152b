import { defineApp } from '@gatehouse/vite/define-app'
import locales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'

export default defineApp({
  name: 'portal',
  folder: import.meta.dirname,
  plugins: [
    { ...locales.vite({ locales: ['en-US', 'en-AU', 'es-ES'] }), enforce: 'pre' },
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
