import type { Phrases } from './tools/phrases.ts';

export const resourcePhrases: Phrases = {
  events: {
    'after discardPause': 'nobody has looked at the old data for a while',
    'after renewLimit': 'the newer snapshot does not come in time',
    'after retryPause': 'the pause before the next try is over',
    'after staleAge': 'the data is old',
    'channel.data confirmed': 'the stream brings data that the server confirms',
    'channel.data unconfirmed': 'the stream brings data from before the change',
    'channel.lost': 'the stream is lost',
    'data.outdated': 'the user has changed something, and the data is old',
    'page.hidden': 'the page goes to the back',
    'page.visible': 'the page comes to the front',
    'page.online': 'the browser says that there is a network',
    'reader.came': 'a screen shows the data',
    'reader.left': 'a screen shows the data no more',
    'user.refresh': 'the user refreshes',
  },
  services: {
    read: 'the read',
  },
  endings: {
    trades: 'brings data',
    'no trades': 'brings an empty list',
  },
  states: {
    idle: 'nobody shows the data, and nothing is kept',
    'loading.reading': 'there is nothing to show yet, and the data is being read',
    'loading.pausing': 'there is nothing to show yet, and the next try waits',
    fresh: 'the data is shown as new',
    'refreshing.reading': 'the data is shown and being read anew',
    'refreshing.pausing': 'the data is shown, and the next try waits',
    'stale.shown': 'the data is shown as old',
    'stale.unwatched': 'nobody looks at the old data',
    failed: 'the page says why there is nothing to show',
    'live.current': 'the data is shown as the stream brings it',
    'live.renewing': 'the data is shown, and a newer one is awaited from the stream',
  },
};
