/** Where the side bar becomes a menu that opens over the page: the width at which `AppShell` changes. */
export const PHONE = '(max-width: 767px)'
