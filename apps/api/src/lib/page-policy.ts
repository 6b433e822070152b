/** The sources of a page: its own files, and images that it creates itself. */
export const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

export function pagePolicyWith(more: Record<string, readonly string[]>): string {
  const directives = new Map<string, readonly string[]>(Object.entries(pagePolicy))
  for (const [name, sources] of Object.entries(more))
    directives.set(name, [...(directives.get(name) ?? []), ...sources])
  return [...directives].map(([name, sources]) => `${name} ${sources.join(' ')}`).join(';')
}

/** What a help desk widget needs from its own origin: script, styles, images, calls and a frame. */
const widgetDirectives = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'frame-src']

/** The policy of a page with the script of a help desk widget. */
export function widgetPagePolicy(origin: string): string {
  return pagePolicyWith(Object.fromEntries(widgetDirectives.map((name) => [name, [origin]])))
}

/**
 * The features that no page uses, with two exceptions: the board keeps its screen awake, and the
 * portal reads a QR code by the camera.
 */
const unusedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid idle-detection magnetometer microphone midi ' +
  'payment serial usb xr-spatial-tracking'
export const permissionsPolicy = [
  ...unusedFeatures.split(' ').map((feature) => `${feature}=()`),
  'screen-wake-lock=(self)',
].join(', ')

/** The permissions policy of the portal's pages. */
export const portalPermissions = permissionsPolicy.replace('camera=()', 'camera=(self)')
