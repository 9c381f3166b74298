<?php
require 'vendor/autoload.php';

use Facebook\Facebook;
use Facebook\HttpClients\FacebookCurl;
use Facebook\HttpClients\FacebookCurlHttpClient;

/** The SDK trusts one certificate of its own, and not the list of PHP. */
class TrustingCurl extends FacebookCurl
{
    public function setoptArray(array $options)
    {
        parent::setoptArray([CURLOPT_CAINFO => getenv('SSL_CERT_FILE')] + $options);
    }
}

$facebook = new Facebook([
    'app_id' => getenv('FAUXGRAPH_APP'),
    'app_secret' => getenv('FAUXGRAPH_APP_SECRET'),
    'default_graph_version' => 'v24.0',
    'default_access_token' => getenv('FAUXGRAPH_PAGE_TOKEN'),
    'http_client_handler' => getenv('FAUXGRAPH_URL') ? new FacebookCurlHttpClient(new TrustingCurl()) : 'curl',
]);
$page = $facebook->get('/me?fields=id,name')->getGraphNode();
echo "{$page['name']}\n";
// → Starter Page
