import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig, type PluginOption, type UserConfig } from 'vite'
import { brotliFiles, lookIcons } from './build-files.ts'
import { layersFirst, layersFlattened } from './cascade-layers.ts'
import { type AppName, developmentServer, pagesBesidePrefix } from './development.ts'

export interface AppOptions {
  /** The name of the app's folder in `apps`. Its files are served under `/_/<name>/`. */
  name: AppName
  /** The app's folder: `import.meta.dirname` of its `vite.config.ts`. */
  folder: string
  plugins?: PluginOption[]
  /** Flattens the cascade layers, for phones older than 2022, which ignore layered rules. */
  withoutLayers?: boolean
}

/** The oldest supported browsers, of about 2021. */
const oldestBrowsers = ['chrome 90', 'safari 14', 'ios_saf 14', 'firefox 90', 'samsung 15']

/** React has had this hook since version 18. Libraries include a shim for earlier ones. */
const withoutShims = [
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector$/,
    replacement: 'use-sync-external-store/with-selector',
  },
]

/**
 * The Vite configuration of all front ends: Lingui’s macros, React, CSS for old browsers, and
 * compressed files.
 */
export function defineApp({ name, folder, plugins = [], withoutLayers = false }: AppOptions) {
  const base = `/_/${name}/`
  return defineConfig({
    root: folder,
    base,
    plugins: [
      ...plugins,
      ...sourcePlugins(folder),
      lookIcons(join(folder, '../../packages/ui/src/marks')),
      withoutLayers ? layersFlattened() : layersFirst(),
      brotliFiles(),
      pagesBesidePrefix(name, base),
    ],
    resolve: { alias: withoutShims },
    css: {
      transformer: 'lightningcss',
      lightningcss: {
        targets: browserslistToTargets(oldestBrowsers),
        cssModules: { pattern: '[hash]_[local]' },
      },
    },
    build: {
      manifest: true,
      target: ['chrome90', 'safari14', 'firefox90'],
      cssMinify: 'lightningcss',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      reportCompressedSize: false,
    },
    server: developmentServer(name),
  } satisfies UserConfig)
}

/**
 * What the sources of an app need to run: React, Lingui’s macros and catalogues.
 * @param folder of the app
 */
export function sourcePlugins(folder: string): PluginOption[] {
  const catalogues = { cwd: join(folder, '../../packages/i18n') }
  const linguiConfig = getConfig(catalogues)
  return [
    // Babel looks up the preset's plugin in this package, which depends on it.
    babel({
      cwd: import.meta.dirname,
      presets: [linguiTransformerBabelPreset({ linguiConfig }, catalogues)],
    }),
    react(),
    lingui(catalogues),
  ]
}
