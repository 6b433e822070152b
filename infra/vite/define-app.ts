import { join } from 'node:path'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig, type PluginOption, type UserConfig } from 'vite'
import { brotliFiles } from './brotli.ts'
import { type AppName, developmentServer, pagesBesidePrefix } from './development.ts'
import { lookIcons } from './icons.ts'
import { layersFirst, layersFlattened } from './layers.ts'

export interface AppOptions {
  /** The app's folder below `apps`, and its prefix on the server: `/_/<name>/`. */
  name: AppName
  /** The app's folder: `import.meta.dirname` of its `vite.config.ts`. */
  folder: string
  plugins?: PluginOption[]
  /** Visitors bring phones of before 2022, which skip a whole cascade layer: their style sheets go without. */
  withoutLayers?: boolean
}

/** Browsers of about 2021: what the oldest phone at a gate still runs. */
const oldestBrowsers = ['chrome 90', 'safari 14', 'ios_saf 14', 'firefox 90', 'samsung 15']

/** The one build of all front ends: Lingui’s macros before React, CSS lowered for old phones, Brotli files beside the rest. */
export function defineApp({ name, folder, plugins = [], withoutLayers = false }: AppOptions) {
  const base = `/_/${name}/`
  const catalogues = { cwd: join(folder, '../../packages/i18n') }
  const linguiConfig = getConfig(catalogues)
  return defineConfig({
    root: folder,
    base,
    plugins: [
      ...plugins,
      babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, catalogues)] }),
      react(),
      lingui(catalogues),
      lookIcons(join(folder, '../../packages/ui/src/marks')),
      withoutLayers ? layersFlattened() : layersFirst(),
      brotliFiles(),
      pagesBesidePrefix(name, base),
    ],
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
