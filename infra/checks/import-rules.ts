/** Folders that may import each other without a cycle, and every lower layer. */
interface Layer {
  /** Folders or files of the area; `modules/*` means each folder below `modules`. */
  units: readonly string[]
  /** What to do when a file of this layer needs something of a higher layer. */
  advice: string
}

/** A folder whose subfolders are separate units. */
interface Group {
  folder: string
  /**
   * The files of a unit that no other unit of the group may import. A computed file name is `*`.
   */
  closed: RegExp
  advice: string
}

/**
 * The source of one workspace, divided into units: its folders and files, and each folder of a
 * group.
 */
export interface Area {
  folder: string
  groups: readonly Group[]
  /** From lowest to highest; empty where only cycles are checked. */
  layers: readonly Layer[]
  /** Its files may import the other folders of their workspace, as tests may. */
  isScripts?: boolean
}

const handedIn = 'Take the function as a parameter; app.ts or server.ts hands it in.'

/** The front ends: lib ← features ← routes ← what starts the app. */
const frontEnd = (folder: string, starters: readonly string[]): Area => ({
  folder,
  groups: [
    {
      folder: 'features',
      closed: /./,
      advice: 'Features meet in a route; what several need belongs in lib.',
    },
  ],
  layers: [
    {
      units: ['lib', 'app.css'],
      advice: 'lib knows no feature: move the function into the feature, or take it as a parameter.',
    },
    {
      units: ['features/*'],
      advice: 'Features do not know routes: a route wires features, and hands them what they need.',
    },
    {
      units: ['routes'],
      advice: 'Routes do not know the program that starts them: move what they need into a feature or lib.',
    },
    { units: ['routeTree.gen.ts', 'router.tsx', ...starters], advice: '' },
  ],
})

/**
 * The order of imports in every workspace. Between workspaces, `turbo boundaries` checks it by the
 * tags of turbo.json.
 */
export const areas: readonly Area[] = [
  {
    folder: 'apps/api/src',
    groups: [
      {
        folder: 'modules',
        closed: /\/(?:routes(?:\.ts)?|\*)$/,
        advice: 'A module never imports the routes of another: call its queries and verbs, by a fixed path.',
      },
    ],
    layers: [
      {
        units: ['lib', 'config', 'dates.d.ts', 'dates.test.ts'],
        advice: 'lib and config know nothing of the program: move the function to where its nouns are.',
      },
      {
        units: ['db', 'mail', 'storage', 'text'],
        advice: `The database, mails, text messages and storage know no feature. ${handedIn}`,
      },
      { units: ['rate-limits'], advice: `Rate limits know no request and no feature. ${handedIn}` },
      {
        units: ['context.ts'],
        advice: 'The context is what every module receives: move the type into a lower folder.',
      },
      {
        units: ['plugins', 'jobs', 'maintenance', 'pages', 'reference'],
        advice: `Plugins, jobs, maintenance, pages and the reference know no module. ${handedIn}`,
      },
      {
        units: ['modules/*'],
        advice:
          'Modules do not know the program that is built from them: move what they need into a module or lower.',
      },
      {
        units: ['keys.ts', 'registry.ts', 'demo'],
        advice:
          'This is built from modules, and app.ts or server.ts uses it: move the function to its only user.',
      },
      {
        units: ['app.ts'],
        advice: 'app.ts builds the server without starting it: let server.ts hand the function in.',
      },
      {
        units: ['server.ts', 'banner.ts', 'first-admin-file.ts', 'first-admin-file.test.ts'],
        advice: 'Only main.ts starts the program: hand the function in.',
      },
      {
        units: [
          'main.ts',
          'maintenance-command.ts',
          'new-data-key-command.ts',
          'recover-command.ts',
          'restore-command.ts',
          'verify-log-command.ts',
        ],
        advice: '',
      },
    ],
  },
  frontEnd('apps/portal/src', ['app.tsx', 'main.tsx']),
  frontEnd('apps/board/src', ['main.tsx', 'router.browser.test.tsx']),
  frontEnd('apps/guest/src', ['main.tsx', 'start-later.ts', 'render-first-step.tsx']),
  ...['api-client', 'i18n', 'ui', 'validation'].map((name) => ({
    folder: `packages/${name}/src`,
    groups: [],
    layers: [],
  })),
  ...['apps/api', 'packages/i18n', 'packages/ui'].map((workspace) => ({
    folder: `${workspace}/scripts`,
    groups: [],
    layers: [],
    isScripts: true,
  })),
]
