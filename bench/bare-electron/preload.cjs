const { ipcRenderer } = require('electron')

new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length > 0) ipcRenderer.send('painted')
}).observe({ type: 'paint', buffered: true })
