import type { Plugin, ServerOptions } from 'vite'

/** Where each program listens while it is being developed. */
const ports = { api: 50_000, guest: 50_011, portal: 50_012, board: 50_013 }
export type AppName = Exclude<keyof typeof ports, 'api'>

/** Which addresses each program answers, sorted as the installed server sorts them; the portal has the rest. */
const starts = {
  api: 'api(?![^/?])',
  guest: '_/guest/|[A-HJ-NP-TV-Za-hj-np-tv-z2-9]{4}(?![^/?])',
  board: '_/board/|board(?![^/?])',
}
const addresses: Record<keyof typeof ports, string> = {
  api: `^/(${starts.api})`,
  guest: `^/(${starts.guest})`,
  board: `^/(${starts.board})`,
  portal: `^/(?!${Object.values(starts).join('|')})`,
}

/** The development server of one app. It hands on what another program answers, so the whole product is behind each port. */
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

/** Opens an app's pages at their own addresses, although its files live below a prefix. */
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
