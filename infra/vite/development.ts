import type { Plugin, ServerOptions } from 'vite'

/** The port of each development server. */
const ports = { api: 50_000, guest: 50_011, portal: 50_012, board: 50_013 }
export type AppName = Exclude<keyof typeof ports, 'api'>

/** The paths that each program serves, as in production. The portal serves all others. */
const pathPatterns = {
  api: 'api(?![^/?])',
  guest: '_/guest/|[A-HJ-NP-TV-Za-hj-np-tv-z2-9]{4}(?![^/?])',
  board: '_/board/|board(?![^/?])',
}
const addresses: Record<keyof typeof ports, string> = {
  api: `^/(${pathPatterns.api})`,
  guest: `^/(${pathPatterns.guest})`,
  board: `^/(${pathPatterns.board})`,
  portal: `^/(?!${Object.values(pathPatterns).join('|')})`,
}

/**
 * The development server of one app. It proxies the paths of the other programs, so that every port
 * serves the whole product.
 */
export function developmentServer(name: AppName): ServerOptions {
  const others = Object.entries(ports).filter(([other]) => other !== name)
  return {
    port: ports[name],
    strictPort: true,
    proxy: Object.fromEntries(
      others.map(([other, port]) => [
        addresses[other as keyof typeof ports],
        { target: `http://localhost:${port}`, ws: true },
      ]),
    ),
  }
}

/** Serves an app's pages at their own paths. Its files are served under a prefix. */
export function pagesBesidePrefix(name: AppName, prefix: string): Plugin {
  const pages = new RegExp(addresses[name])
  return {
    name: 'gatehouse:pages-beside-prefix',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        const { url = '/' } = request
        if (pages.test(url) && !url.startsWith(prefix)) request.url = `${prefix}${url.slice(1)}`
        next()
      })
    },
  }
}
