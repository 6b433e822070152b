import type { Plugin } from 'vite'

/** Leaves what the declarations of endpoints say to developers out of a build: only the API's description at `/openapi.json` shows it. */
export function withoutSummaries(): Plugin {
  return {
    name: 'gatehouse:without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/validation\/src\/endpoints\// },
      handler: (code) => ({ code: removeSummaries(code), map: null }),
    },
  }
}

/** A module without its properties `summary: '…',`. Their lines stay, so that the numbers of lines do. */
export function removeSummaries(code: string): string {
  return code.replace(
    /(?<=[{,\n]\s*)summary:\s*(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\$])*`)(?:,|(?=\s*\}))/g,
    (property) => property.replace(/[^\n]/g, ''),
  )
}
