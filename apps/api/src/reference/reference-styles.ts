import { emailColours } from '../mail/email-colours.ts'

/** The effect of an HTTP method, as one of three colours: reads, writes, deletes. */
const methodColours = {
  get: 'var(--accent)',
  post: 'var(--text)',
  put: 'var(--text)',
  patch: 'var(--text)',
  delete: 'var(--danger)',
}

const operation = (method: string, colour: string) => `
.swagger-ui .opblock.opblock-${method} { background: var(--raised); border-color: var(--hairline); box-shadow: none; }
.swagger-ui .opblock.opblock-${method} .opblock-summary { border-color: var(--hairline); }
.swagger-ui .opblock.opblock-${method} .opblock-summary-method { background: none; border: 1px solid ${colour}; color: ${colour}; }
.swagger-ui .opblock.opblock-${method} .tab-header .tab-item.active h4 span::after { background: ${colour}; }`

/** The style sheet that gives the reference page the colours and typography of the first look. */
export function referenceStyles(): string {
  const { surface, raised, text, quiet, hairline, accent, onAccent, link, radius } = emailColours.presence
  return `
:root {
  color-scheme: light;
  --surface: ${surface}; --raised: ${raised}; --text: ${text}; --quiet: ${quiet}; --hairline: ${hairline};
  --accent: ${accent}; --on-accent: ${onAccent}; --link: ${link}; --danger: #a3262a; --radius: ${radius}px;
}
body { background: var(--surface); }
.swagger-ui .version-stamp { display: none; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .btn, .swagger-ui label, .swagger-ui table thead tr td, .swagger-ui table thead tr th,
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui .response-col_status, .swagger-ui .parameter__name,
.swagger-ui .tab li, .swagger-ui .info p, .swagger-ui .scheme-container .schemes > label {
  color: var(--text);
  font-family: Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
.swagger-ui .info { margin: 40px 0 24px; }
.swagger-ui .info .title { font-size: 2rem; font-weight: 650; letter-spacing: -0.012em; }
.swagger-ui .info .title small { background: var(--hairline); border-radius: var(--radius); }
.swagger-ui .info .title small pre, .swagger-ui .opblock-tag small, .swagger-ui .parameter__type,
.swagger-ui .response-col_links, .swagger-ui .renderedMarkdown p { color: var(--quiet); }
.swagger-ui a, .swagger-ui .info a, .swagger-ui a.nostyle:hover { color: var(--link); }
.swagger-ui select { background-color: var(--raised); border: 1px solid var(--quiet); border-radius: var(--radius); box-shadow: none; color: var(--text); }
.swagger-ui .response-controls .response-control-media-type--accept-controller select { border-color: var(--accent); }
.swagger-ui .response-controls .response-control-media-type__accept-message { color: var(--quiet); }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { background: var(--surface); color: var(--text); }
.swagger-ui .scheme-container { background: none; border-bottom: 1px solid var(--hairline); box-shadow: none; }
.swagger-ui .opblock-tag { border-color: var(--hairline); font-weight: 650; }
.swagger-ui .opblock-tag:hover { background: none; }
.swagger-ui .opblock, .swagger-ui .btn, .swagger-ui .opblock .opblock-summary-method { border-radius: var(--radius); }
.swagger-ui .opblock .opblock-section-header { background: var(--surface); box-shadow: none; }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.swagger-ui .btn.authorize svg { fill: var(--on-accent); }
.swagger-ui :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
${Object.entries(methodColours)
  .map(([method, colour]) => operation(method, colour))
  .join('')}
`
}
