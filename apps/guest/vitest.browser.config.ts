import { browserTests } from '@gatehouse/vite/browser-tests'
import { sourcePlugins } from '@gatehouse/vite/define-app'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: sourcePlugins(import.meta.dirname), ...browserTests('guest') })
