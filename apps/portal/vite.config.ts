import { defineApp } from '@gatehouse/vite/define-app'
import locales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin, Rolldown } from 'vite'

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** A group of the modules that a route's component needs when it is first shown. */
function groupOf(name: string, route: RegExp, priority: number) {
  const known = new Map<string, boolean>()
  const isPart = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id)
    if (found !== undefined) return found
    // Modules in an import cycle are visited once.
    known.set(id, false)
    const importers = graph.getModuleInfo(id)?.importers ?? []
    const isIts = route.test(id) || importers.some((importer) => isPart(importer, graph))
    known.set(id, isIts)
    return isIts
  }
  return {
    name: (id: string, graph: ModuleGraph) => (isPart(id, graph) ? name : null),
    test: (id: string) => !/node_modules|\.po$/.test(id),
    minShareCount: 2,
    priority,
  }
}

/**
 * The common start of all pages is one file, what the login shares with other pages is another,
 * what the side bar and Home share a third, and what lists share a fourth: many small files compress
 * worse, and each costs its headers, or a round trip.
 */
const fewerFiles: Plugin = {
  name: 'gatehouse:fewer-files',
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 4 },
              groupOf('login', /\/routes\/login\.tsx\?/, 3),
              groupOf('shell', /\/routes\/_app(?:\/home)?\.tsx\?/, 2),
              groupOf('list', /\/lib\/list\/list-page\.tsx/, 1),
            ],
          },
        },
      },
    },
  }),
}

export default defineApp({
  name: 'portal',
  folder: import.meta.dirname,
  plugins: [
    fewerFiles,
    { ...locales.vite({ locales: ['en-US', 'en-AU', 'es-ES'] }), enforce: 'pre' },
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A loader comes with its page: the login doesn't load the declarations of lists.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent']],
      },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
  ],
})
