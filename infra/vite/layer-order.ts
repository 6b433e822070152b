/** The cascade layers of every style sheet, as `packages/ui/src/layers.css` says them; a later one wins. */
export const layerOrder = ['reset', 'tokens', 'ui', 'app']
