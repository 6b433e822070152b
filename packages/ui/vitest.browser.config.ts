import { browserTests } from '@gatehouse/vite/browser-tests'
import { defineConfig } from 'vitest/config'

export default defineConfig(browserTests('ui'))
